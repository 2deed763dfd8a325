//! A page at a table: what it says, and what it is told.

use super::connections::Connection;
use super::{Refusal, Studio, work};
use crate::problem::{ProblemCode, problem};
use crate::table::Sent;
use crate::tables::{Live, Tables};
use crate::wire::{FromTable, Problem, ToTable};
use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{Path, State, WebSocketUpgrade};
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, interval_at, timeout};

/// The largest message of a page at a table.
const MESSAGE_BYTES: usize = 4 << 10;

/// Time limit for a page to say who it is, or to take a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// The interval after which a silent page is asked whether it is there.
const PING: Duration = Duration::from_secs(25);

/// The number of messages a page may send in a row, and how many more each second.
const MOST_MESSAGES: u32 = 60;

/// The code with which a page is told that its table is gone for good.
const REMOVED: u16 = 4_410;

pub(super) async fn sit_down(
    State(tables): Studio,
    Path(id): Path<String>,
    Extension(connection): Extension<Arc<Connection>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let wanted = id.clone();
    let live = work(tables.clone(), move |tables| tables.find(&wanted)).await?;
    // The usual buffers take far more memory than a table.
    let upgrade = upgrade
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .read_buffer_size(MESSAGE_BYTES)
        .write_buffer_size(MESSAGE_BYTES);
    connection.stay();
    Ok(upgrade.on_upgrade(move |socket| async move {
        attend(socket, &tables, &live).await;
        drop(live);
        tables.leave(&id);
        drop(connection);
    }))
}

/// A page at a table.
struct Attendance<'a> {
    tables: &'a Arc<Tables>,
    live: &'a Arc<Live>,
    seat: Option<u8>,
    language: String,
    sent: Sent,
}

/// Next message to a page.
enum Next {
    Tell(Box<FromTable>),
    Nothing,
    Close(u16, &'static str),
}

impl Attendance<'_> {
    /// Until the page goes away.
    async fn converse(
        &mut self,
        socket: &mut WebSocket,
        changed: &mut tokio::sync::watch::Receiver<u64>,
    ) {
        let mut pings = interval_at(Instant::now() + PING, PING);
        let mut seconds = interval_at(Instant::now(), Duration::from_secs(1));
        let mut messages = 0_u32;
        loop {
            let next = tokio::select! {
                news = changed.changed() => {
                    if news.is_err() {
                        return;
                    }
                    self.news().await
                }
                heard = socket.recv() => {
                    let Some(Ok(message)) = heard else { return };
                    messages += 1;
                    match messages > MOST_MESSAGES {
                        true => Next::Close(close_code::POLICY, "too many messages"),
                        false => self.hear(message).await,
                    }
                }
                _ = pings.tick() => {
                    if timed(socket.send(Message::Ping(Vec::new().into()))).await.is_err() {
                        return;
                    }
                    Next::Nothing
                }
                _ = seconds.tick() => {
                    messages = messages.saturating_sub(20);
                    Next::Nothing
                }
            };
            let sent = match next {
                Next::Tell(message) => send(socket, &message).await,
                Next::Nothing => Ok(()),
                Next::Close(code, reason) => return close(socket, code, reason).await,
            };
            if sent.is_err() {
                return;
            }
        }
    }

    /// The next state message.
    async fn news(&mut self) -> Next {
        let (seat, language) = (self.seat, self.language.clone());
        let mut sent = std::mem::take(&mut self.sent);
        let told = self.tables.at(self.live, move |live| {
            let state = live.state(seat, &language, &mut sent);
            (state, sent)
        });
        match told.await {
            Ok((Some(state), sent)) => {
                self.sent = sent;
                Next::Tell(Box::new(FromTable::State(Box::new(state))))
            }
            Ok((None, _)) => Next::Close(REMOVED, "this table was removed"),
            Err(_) => Next::Close(close_code::AGAIN, "the studio has too much to do"),
        }
    }

    /// Handles a message of a page; gives an answer if it is refused.
    async fn hear(&self, message: Message) -> Next {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => {
                let binary = problem(ProblemCode::BadMessage, "messages are JSON text".to_owned());
                return Next::Tell(Box::new(refused(binary)));
            }
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return Next::Nothing,
        };
        let done = match serde_json::from_str::<ToTable>(&text) {
            Ok(ToTable::WhyNot { pile, card }) => return self.reasons(pile, card).await,
            Ok(ToTable::Drag { pile, card }) => return self.drops(pile, card).await,
            Ok(message) => self.act(message).await,
            Err(error) => Err(problem(ProblemCode::BadMessage, error.to_string())),
        };
        self.tables.drive(self.live);
        match done {
            Ok(()) => Next::Nothing,
            Err(problem) => Next::Tell(Box::new(refused(problem))),
        }
    }

    /// The reasons why a card cannot be chosen.
    async fn reasons(&self, pile: u16, card: u16) -> Next {
        let Some(seat) = self.seat else {
            return Next::Nothing;
        };
        let language = self.language.clone();
        let asked = self.tables.at(self.live, move |live| {
            live.table().reasons(seat, &language, pile, card)
        });
        match asked.await {
            Ok(reasons) => Next::Tell(Box::new(FromTable::Reasons {
                pile,
                card,
                reasons,
            })),
            Err(problem) => Next::Tell(Box::new(refused(problem))),
        }
    }

    /// The places where a card can be dropped.
    async fn drops(&self, pile: u16, card: u16) -> Next {
        let Some(seat) = self.seat else {
            return Next::Nothing;
        };
        let asked = self.tables.at(self.live, move |live| {
            let table = live.table();
            (table.number() as u32, table.drops(seat, pile, card))
        });
        match asked.await {
            Ok((decision, drops)) => Next::Tell(Box::new(FromTable::Drops {
                decision,
                pile,
                card,
                drops,
            })),
            Err(problem) => Next::Tell(Box::new(refused(problem))),
        }
    }

    async fn act(&self, message: ToTable) -> Result<(), Problem> {
        if let ToTable::Play { decision, .. } = message {
            let kept_back = self
                .tables
                .at(self.live, move |live| live.kept_back(decision));
            tokio::time::sleep(kept_back.await?).await;
        }
        let (tables, seat) = (self.tables.clone(), self.seat);
        let done = self
            .tables
            .at(self.live, move |live| tables.act(live, seat, &message));
        done.await?
    }
}

async fn attend(mut socket: WebSocket, tables: &Arc<Tables>, live: &Arc<Live>) {
    let Some((seat, language)) = greeted(&mut socket, tables, live).await else {
        return;
    };
    let spoken = language.clone();
    let joined = tables.at(live, move |live| live.join(seat, &spoken));
    let Ok((welcome, mut changed)) = joined.await else {
        return close(
            &mut socket,
            close_code::AGAIN,
            "the studio has too much to do",
        )
        .await;
    };
    let mut page = Attendance {
        tables,
        live,
        seat,
        language,
        sent: Sent::default(),
    };
    if send(&mut socket, &FromTable::Welcome(Box::new(welcome)))
        .await
        .is_ok()
    {
        tables.drive(live);
        tables.time(live);
        page.converse(&mut socket, &mut changed).await;
    }
    drop(changed);
    // Without room for it, the table rests when the next one goes.
    let _parted = tables.at(live, move |live| live.part(seat)).await;
}

/// Reads the first message, which says who is there.
async fn greeted(
    socket: &mut WebSocket,
    tables: &Tables,
    live: &Arc<Live>,
) -> Option<(Option<u8>, String)> {
    let Ok(Some(Ok(Message::Text(text)))) = timeout(PATIENCE, socket.recv()).await else {
        close(socket, close_code::POLICY, "say `hello` first").await;
        return None;
    };
    let Ok(ToTable::Hello { token, language }) = serde_json::from_str(&text) else {
        close(socket, close_code::POLICY, "say `hello` first").await;
        return None;
    };
    let Some(token) = token else {
        return Some((None, language));
    };
    let seat = tables.at(live, move |live| live.table().seat_of(&token));
    let Ok(seat) = seat.await else {
        close(socket, close_code::AGAIN, "the studio has too much to do").await;
        return None;
    };
    if seat.is_none() {
        close(socket, close_code::POLICY, "this link opens no seat").await;
        return None;
    }
    Some((seat, language))
}

fn refused(problem: Problem) -> FromTable {
    FromTable::Refused {
        code: problem.code,
        message: problem.message,
    }
}

/// The page is gone or too slow.
struct Gone;

async fn send(socket: &mut WebSocket, message: &FromTable) -> Result<(), Gone> {
    let text = serde_json::to_string(message).map_err(|_| Gone)?;
    timed(socket.send(Message::Text(text.into()))).await
}

async fn timed<E>(sending: impl Future<Output = Result<(), E>>) -> Result<(), Gone> {
    match timeout(PATIENCE, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    // A page that is gone already need not be told.
    let _gone = timed(socket.send(Message::Close(Some(frame)))).await;
}
