//! A page at a table: what it says, and what it is told.

use super::{Refusal, Studio, work};
use crate::problem::problem;
use crate::table::Sent;
use crate::tables::{Live, Tables};
use crate::wire::{FromTable, Problem, ToTable};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{Path, State, WebSocketUpgrade};
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, interval_at, timeout};

/// The largest message of a page at a table.
const MESSAGE_BYTES: usize = 4 << 10;

/// How long a page may take to say who it is, or to take a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a page that says nothing is asked whether it is there.
const PING: Duration = Duration::from_secs(25);

/// How many messages a page may send in a row, and how many more each second.
const MOST_MESSAGES: u32 = 60;

pub(super) async fn sit_down(
    State(tables): Studio,
    Path(id): Path<String>,
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
    Ok(upgrade.on_upgrade(move |socket| async move {
        attend(socket, &tables, &live).await;
        drop(live);
        tables.leave(&id);
    }))
}

/// A page at a table.
struct Attendance<'a> {
    live: &'a Arc<Live>,
    seat: Option<u8>,
    language: String,
    sent: Sent,
}

impl Attendance<'_> {
    /// Until the page goes away.
    async fn converse(
        &mut self,
        socket: &mut WebSocket,
        tables: &Arc<Tables>,
        changed: &mut tokio::sync::watch::Receiver<u64>,
    ) {
        let mut pings = interval_at(Instant::now() + PING, PING);
        let mut seconds = interval_at(Instant::now(), Duration::from_secs(1));
        let mut messages = 0_u32;
        loop {
            let sent = tokio::select! {
                news = changed.changed() => {
                    if news.is_err() {
                        return;
                    }
                    let state = self.live.state(self.seat, &self.language, &mut self.sent);
                    send(socket, &FromTable::State(state)).await
                }
                heard = socket.recv() => {
                    let Some(Ok(message)) = heard else { return };
                    messages += 1;
                    if messages > MOST_MESSAGES {
                        return close(socket, close_code::POLICY, "too many messages").await;
                    }
                    match self.hear(tables, &message) {
                        Some(answer) => send(socket, &answer).await,
                        None => Ok(()),
                    }
                }
                _ = pings.tick() => timed(socket.send(Message::Ping(Vec::new().into()))).await,
                _ = seconds.tick() => { messages = messages.saturating_sub(20); Ok(()) }
            };
            if sent.is_err() {
                return;
            }
        }
    }

    /// What a page says; an answer if it is refused.
    fn hear(&self, tables: &Arc<Tables>, message: &Message) -> Option<FromTable> {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => {
                return Some(refused(problem(
                    "bad_message",
                    "messages are JSON text".to_owned(),
                )));
            }
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return None,
        };
        let done = match serde_json::from_str::<ToTable>(text) {
            Ok(message) => tables.act(self.live, self.seat, &message),
            Err(error) => Err(problem("bad_message", error.to_string())),
        };
        tables.drive(self.live);
        done.err().map(refused)
    }
}

async fn attend(mut socket: WebSocket, tables: &Arc<Tables>, live: &Arc<Live>) {
    let Some((seat, language)) = greeted(&mut socket, live).await else {
        return;
    };
    let (welcome, mut changed) = live.join(seat, &language);
    let mut page = Attendance {
        live,
        seat,
        language,
        sent: Sent::default(),
    };
    if send(&mut socket, &FromTable::Welcome(welcome))
        .await
        .is_ok()
    {
        tables.drive(live);
        page.converse(&mut socket, tables, &mut changed).await;
    }
    drop(changed);
    live.part(seat);
}

/// Who is there: the first message says it.
async fn greeted(socket: &mut WebSocket, live: &Live) -> Option<(Option<u8>, String)> {
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
    let seat = live.table().seat_of(&token);
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
    // Whoever is gone already need not be told.
    let _gone = timed(socket.send(Message::Close(Some(frame)))).await;
}
