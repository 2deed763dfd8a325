//! A connection that ends when the other side reads nothing for too long: whoever asks and does not read would keep an
//! answer, and a place, for ever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// A stream whose writing fails when nothing of it is taken for so long.
pub(super) struct Unread<S> {
    stream: S,
    patience: Duration,
    /// When patience ends, while something waits to be taken.
    end: Pin<Box<Sleep>>,
    waits: bool,
}

impl<S> Unread<S> {
    pub(super) fn new(stream: S, patience: Duration) -> Self {
        Self {
            stream,
            patience,
            end: Box::pin(sleep(patience)),
            waits: false,
        }
    }

    /// Result of a write: an error if it has waited for too long.
    fn timed<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = false;
            return written;
        }
        if !self.waits {
            self.waits = true;
            self.end.as_mut().reset(Instant::now() + self.patience);
        }
        ready!(self.end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Unread<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Unread<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let own = self.get_mut();
        let written = Pin::new(&mut own.stream).poll_write(context, bytes);
        own.timed(written, context)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let own = self.get_mut();
        let flushed = Pin::new(&mut own.stream).poll_flush(context);
        own.timed(flushed, context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let own = self.get_mut();
        let shut = Pin::new(&mut own.stream).poll_shutdown(context);
        own.timed(shut, context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let own = self.get_mut();
        let written = Pin::new(&mut own.stream).poll_write_vectored(context, parts);
        own.timed(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    const PATIENCE: Duration = Duration::from_secs(30);

    #[tokio::test(start_paused = true)]
    async fn a_connection_ends_when_the_other_side_reads_nothing() {
        let (here, _there) = duplex(16);
        let begin = Instant::now();
        let error = Unread::new(here, PATIENCE)
            .write_all(&[0; 17])
            .await
            .expect_err("nobody reads");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(begin.elapsed() >= PATIENCE, "{:?}", begin.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_is_waited_for_as_long_as_it_reads() {
        let (here, mut there) = duplex(16);
        let reader = tokio::spawn(async move {
            let mut read = Vec::new();
            loop {
                sleep(PATIENCE - Duration::from_secs(1)).await;
                let mut part = [0; 16];
                match there.read(&mut part).await {
                    Ok(0) | Err(_) => return read,
                    Ok(length) => read.extend_from_slice(&part[..length]),
                }
            }
        });
        let mut connection = Unread::new(here, PATIENCE);
        connection.write_all(&[7; 160]).await.expect("it is read");
        drop(connection);
        assert_eq!(reader.await.expect("no panic"), [7; 160]);
    }
}
