//! Japanese for the names that card games share, where the author gave none.

/// Names as authors write them, and their Japanese. No two have the same, but one and several.
const NAMES: &[(&str, &str)] = &[
    ("deck", "山札"),
    ("hand", "手札"),
    ("discard", "捨て札"),
    ("discard_pile", "捨て札の山"),
    ("graveyard", "墓地"),
    ("trash", "トラッシュ"),
    ("exile", "除外ゾーン"),
    ("field", "場"),
    ("battle_zone", "バトルゾーン"),
    ("mana", "マナ"),
    ("mana_zone", "マナゾーン"),
    ("shields", "シールド"),
    ("shield_zone", "シールドゾーン"),
    ("play_area", "プレイエリア"),
    ("table", "テーブル"),
    ("trick", "トリック"),
    ("stock", "ストック"),
    ("waste", "ウェイスト"),
    ("foundation", "ファウンデーション"),
    ("tableau", "タブロー"),
    ("score", "得点"),
    ("scores", "得点表"),
    ("points", "ポイント"),
    ("bid", "ビッド"),
    ("trump", "切り札"),
    ("rank", "ランク"),
    ("suit", "スート"),
    ("color", "色"),
    ("cost", "コスト"),
    ("power", "パワー"),
    ("attack", "攻撃"),
    ("defense", "守備"),
    ("atk", "攻撃力"),
    ("def", "守備力"),
    ("hp", "HP"),
    ("level", "レベル"),
    ("damage", "ダメージ"),
    ("range", "間合い"),
    ("life", "ライフ"),
    ("element", "属性"),
    ("race", "種族"),
    ("races", "種族"),
    ("civilization", "文明"),
    ("civilizations", "文明"),
    ("creature", "クリーチャー"),
    ("monster", "モンスター"),
    ("spell", "呪文"),
    ("trap", "罠"),
    ("relic", "レリック"),
    ("token", "トークン"),
    ("tapped", "タップ状態"),
    ("blocker", "ブロッカー"),
    ("hearts", "ハート"),
    ("diamonds", "ダイヤ"),
    ("clubs", "クラブ"),
    ("spades", "スペード"),
    ("joker", "ジョーカー"),
    ("red", "赤"),
    ("black", "黒"),
    ("white", "白"),
    ("blue", "青"),
    ("green", "緑"),
    ("fire", "火"),
    ("water", "水"),
    ("nature", "自然"),
    ("light", "光"),
    ("darkness", "闇"),
    ("Draw", "ドロー"),
    ("Main", "メイン"),
    ("Battle", "バトル"),
    ("Attack", "アタック"),
    ("End", "エンド"),
    ("Playing", "プレイ中"),
    ("GameOver", "ゲーム終了"),
    ("summon", "召喚"),
    ("block", "ブロック"),
    ("up", "表"),
    ("down", "裏"),
];

/// The Japanese for a name, if card games share it.
pub(super) fn japanese(name: &str) -> Option<&'static str> {
    let found = NAMES.iter().find(|(known, _)| *known == name);
    found.map(|(_, japanese)| *japanese)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_names_stay_different() {
        for (position, (name, japanese)) in NAMES.iter().enumerate() {
            for (other, same) in &NAMES[..position] {
                let is_plural = *name == format!("{other}s");
                let differs = japanese != same || is_plural;
                assert!(name != other && differs, "{name}, {other}");
            }
        }
    }
}
