//! Problems of `cgml_version`, includes, imports, inheritance and merging.

use super::codes;

codes! {
    INCLUDE_ARGUMENT = "E0201" "`!include` needs a path"
"`!include` is followed by the path of one file or folder, as text.

```yaml
cards: !include cards/            # a folder: the list of all its documents
zones: !include 'zones.yaml'      # a file
```

To include several, write a list of `!include`.";

    UNKNOWN_TAG = "E0202" "an unknown tag"
"A word that begins with `!` before a value is a YAML tag. CGML has two: `!include`, and `!inherit` on
the value of `inherit`.

If the `!` is part of a text, put the text in quotes. In place of `!!str 10` write `\"10\"`. In
expression text, \"not\" is written `not`, without an exclamation mark.";

    PATH_OUTSIDE = "E0203" "a path leads out of the game's folder"
"A game may read files of its own folder and of the library, nothing else, so that a game from someone
else cannot look around on your computer. `..` and links that leave the folder are refused. Files of
the library stay within the library in the same way.

Copy the file into the game's folder and name it there.";

    PATH_NOT_PORTABLE = "E0204" "a path works on some computers only"
"A game must be readable wherever its folder is copied to. Absolute paths (`/games/x.cgml`,
`C:/x.cgml`), backslashes and control characters are refused.

Write the path relative to the file it stands in, with `/` between the parts:

```yaml
inherit: ../game.cgml
```";

    URL = "E0205" "a URL cannot be included"
"Games are read without the network: the same files must give the same game tomorrow, and on a
computer that is offline.

Save the file in the game's folder, for example as `vendor/name.yaml`, and include that. Only
`https://cgml.io/core-components/v1/…` is known: it means the library that comes with fuda, which you
can also write as `std/…`.

```yaml
imports:
  - !include vendor/name.yaml
  - !include std/standard_52.yaml
```";

    EXTENSION = "E0206" "a file with this ending cannot be included"
"Files that are included, imported or inherited end in `.cgml`, `.yml` or `.yaml`.

If the file is YAML, rename it. Other formats, such as CSV, cannot be included.";

    INCLUDE_CYCLE = "E0207" "files include each other in a circle"
"Following the includes leads back to a file that is still being read, so the content would never end.
The places that form the circle are shown.

Move what both files need into a third file, and include that from both.";

    INHERIT_CYCLE = "E0208" "games inherit from each other in a circle"
"Following `inherit` and `imports` leads back to a file that is still being read: a game would be its
own base. The places that form the circle are shown.

Decide which of the files is the base, and delete `inherit` there.";

    INHERIT_ARGUMENT = "E0209" "`inherit` needs the path of one base"
"`inherit` names one file as text. The game takes over all sections of that file and changes what it
needs to.

```yaml
inherit: base.cgml
```

A game has one base. To take parts from several files, list the others in `imports`: they lie above
the base and below the game itself.

```yaml
inherit: base.cgml
imports:
  - !include scoring.cgml
  - !include bidding.cgml
```";

    IMPORTS_ARGUMENT = "E0210" "`imports` needs a list of files"
"`imports` is a list; each item is a file or folder to take sections from.

```yaml
imports:
  - !include std/standard_52.yaml
  - zones.yaml
```

Only the document of a game, a base or an import can import.";

    SAME_IDENTITY = "E0211" "an entry is defined twice"
"Rules are known by their `id`, zones and variables by their `name`, cards by their `id` and so on. Two
entries of one file, or of the files it includes, have the same one. A later file may override an
earlier one, but one file cannot override itself.

Rename one of the two, or delete it.";

    DISABLED_VALUE = "E0212" "`disabled` is neither true nor false"
"`disabled: true` removes an entry that a base or an import brought in; `disabled: false` brings it
back. Other values mean nothing. In YAML 1.2 `yes`, `no`, `on` and `off` are texts.

```yaml
rules:
  - id: draw_two
    disabled: true
```

To switch a rule on and off during the game, use `enabled_when`.";

    KEY_AND_ID = "E0213" "a card's key and its `id` differ"
"When `cards` is a mapping, the key of each card is its id. This card also has an `id` of its own, and
it is another one.

```yaml
cards:
  fire_bird: { kind: creature, cost: 3 }
```

Delete `id`, or make it the same as the key.";

    VERSION_MISSING = "E0220" "`cgml_version` is missing"
"Every game says which version of the language it is written in, so that it keeps its meaning when the
language grows. Write it at the top of the file:

```yaml
cgml_version: \"1.4\"
```

Bases, imports and included files may leave it out.";

    VERSION_OLD = "E0221" "a file is written in an older version of CGML"
"CGML 1.2 and older use other words for the same things, such as `SET_GAME_STATE` and paths without
`$`. fuda reads 1.3 and 1.4.

`fuda migrate FILE` rewrites the file for the current version and keeps its comments.";

    VERSION_UNKNOWN = "E0222" "an unknown version of CGML"
"fuda reads files that say `cgml_version: \"1.3\"` or `cgml_version: \"1.4\"`.

Correct the version. If the file was written for a newer fuda, update fuda.";

    VERSION_NEWER = "E0223" "a base or import needs a newer version than the game says"
"The version of the game's own file decides how everything is read. A game of version 1.3 cannot build
on a file of version 1.4, because 1.3 does not know what that file uses.

Raise `cgml_version` in the game's file: everything in 1.3 means the same in 1.4.

```yaml
cgml_version: \"1.4\"
```";

    DISABLED_NOTHING = "W1201" "`disabled: true` on an entry that overrides nothing"
"`disabled: true` removes an entry that a base or an import brought in. Below this entry there is none
with the same name, so the entry removes only itself: the name may be misspelt, or the base may have
changed.

Correct the name, or delete the entry.";

    SHADOWED = "W1202" "two imports define the same entry"
"Imports lie above each other in the order of the list. Two of them, neither built on the other,
define an entry of the same name: the later one changes the earlier one, which its author may not
know.

If that is what you want, put the entry in your own file, where it overrides both. Otherwise rename
one of them, or leave out one of the imports.";
}
