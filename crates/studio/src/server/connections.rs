//! Connections: how many there may be, from whom, and how long a request may take to arrive.
//!
//! A connection waits for a request, is busy with one, or stays: a page at a table, or one that hears what a computer
//! thinks. Whoever opens many and says nothing loses the oldest of them, so that there is always room for others.

use super::unread::Unread;
use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// Time limit for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// Time limit for a client that reads nothing of an answer.
const READ_TIME: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 20 });

/// So many connections of one address wait for a request; of more, the oldest is closed.
const MOST_WAITING: usize = 64;

/// So many requests of one address are answered at once.
const MOST_BUSY: usize = 24;

/// So many connections one address may have, pages at tables included.
const MOST_OF_ADDRESS: usize = 256;

/// The machine of the host may have more: other programs of the host, or a door to other networks.
const MOST_OF_HOST: usize = 4_096;

/// So many files the studio has open besides connections.
const OTHER_FILES: u64 = 128;

/// All connections.
pub(super) struct Connections {
    open: Mutex<Open>,
    most: usize,
}

#[derive(Default)]
struct Open {
    /// Counts connections and requests: what is less is older.
    clock: u64,
    all: BTreeMap<u64, Entry>,
}

struct Entry {
    address: IpAddr,
    state: ConnectionState,
    shut: Arc<Notify>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ConnectionState {
    /// For a request, since then.
    Waiting(u64),
    Busy,
    Staying,
}

/// One connection, until the last who holds it lets go.
pub(super) struct Connection {
    all: Arc<Connections>,
    number: u64,
    shut: Arc<Notify>,
    /// Address of the client.
    pub(super) peer: IpAddr,
    /// The address of this side.
    pub(super) local: IpAddr,
}

impl Connections {
    pub(super) fn new() -> Arc<Self> {
        let files = files();
        let most = files.saturating_sub(OTHER_FILES).max(files / 2);
        Arc::new(Self {
            open: Mutex::default(),
            most: usize::try_from(most).unwrap_or(usize::MAX),
        })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection; nothing if there is none.
    fn enter(self: &Arc<Self>, peer: IpAddr, local: IpAddr) -> Option<Connection> {
        let address = network(peer);
        let most_of_address = match peer.is_loopback() {
            true => MOST_OF_HOST,
            false => MOST_OF_ADDRESS,
        };
        let mut open = self.open();
        let mine = |entry: &Entry| entry.address == address;
        if open.count(|entry| mine(entry) && entry.is_waiting()) >= MOST_WAITING {
            open.shut_oldest(mine);
        }
        if open.count(mine) >= most_of_address && !open.shut_oldest(mine) {
            return None;
        }
        if open.all.len() >= self.most && !open.shut_oldest(|_| true) {
            return None;
        }
        let shut = Arc::new(Notify::new());
        let number = open.tick();
        let entry = Entry {
            address,
            state: ConnectionState::Waiting(number),
            shut: shut.clone(),
        };
        open.all.insert(number, entry);
        Some(Connection {
            all: self.clone(),
            number,
            shut,
            peer,
            local,
        })
    }

    /// Makes room when the system gives no more files.
    fn relieve(&self) {
        self.open().shut_oldest(|_| true);
    }
}

impl Open {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    fn count(&self, is_meant: impl Fn(&Entry) -> bool) -> usize {
        self.all.values().filter(|entry| is_meant(entry)).count()
    }

    /// Closes the connection that waits for the longest; false if none waits.
    fn shut_oldest(&mut self, is_meant: impl Fn(&Entry) -> bool) -> bool {
        let waiting = self
            .all
            .iter()
            .filter_map(|(number, entry)| match entry.state {
                ConnectionState::Waiting(since) if is_meant(entry) => Some((since, *number)),
                _ => None,
            });
        let Some((_, number)) = waiting.min() else {
            return false;
        };
        if let Some(entry) = self.all.remove(&number) {
            entry.shut.notify_one();
        }
        true
    }
}

impl Entry {
    fn is_waiting(&self) -> bool {
        matches!(self.state, ConnectionState::Waiting(_))
    }
}

impl Connection {
    /// A request has arrived; false if too many of its address are answered already.
    pub(super) fn begin(&self) -> bool {
        let mut open = self.all.open();
        let address = network(self.peer);
        let is_busy =
            |entry: &Entry| entry.address == address && entry.state == ConnectionState::Busy;
        let is_free = open.count(is_busy) < MOST_BUSY;
        if let Some(entry) = open.all.get_mut(&self.number).filter(|_| is_free) {
            entry.state = ConnectionState::Busy;
        }
        is_free
    }

    /// A request was answered, unless the connection stays.
    pub(super) fn end(&self) {
        let mut open = self.all.open();
        let since = open.tick();
        if let Some(entry) = open.all.get_mut(&self.number)
            && entry.state == ConnectionState::Busy
        {
            entry.state = ConnectionState::Waiting(since);
        }
    }

    /// The connection is there for longer than an answer takes.
    pub(super) fn stay(&self) {
        if let Some(entry) = self.all.open().all.get_mut(&self.number) {
            entry.state = ConnectionState::Staying;
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.open().all.remove(&self.number);
    }
}

/// Somebody's address: of IPv6 the part that a network is given.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// The number of files the studio may have open: as many as the system allows at all.
#[cfg(unix)]
fn files() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    const WANTED: u64 = 65_536;
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(WANTED).min(WANTED);
    let now = limit.current.unwrap_or(WANTED);
    if now >= most {
        return now;
    }
    let more = Rlimit {
        current: Some(most),
        maximum: limit.maximum,
    };
    match setrlimit(Resource::Nofile, more) {
        Ok(()) => most,
        Err(_) => now,
    }
}

#[cfg(not(unix))]
fn files() -> u64 {
    8_192
}

/// Serves whoever connects.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    connections: Arc<Connections>,
) -> io::Result<()> {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let local = stream.local_addr().map(|local| local.ip());
                let local = local.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
                // A client without room is told nothing: an answer would need a place, too.
                if let Some(connection) = connections.enter(peer.ip(), local) {
                    tokio::spawn(serve_one(stream, router.clone(), connection));
                }
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(_) => {
                connections.relieve();
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
}

fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}

async fn serve_one(stream: TcpStream, router: Router, connection: Connection) {
    let connection = Arc::new(connection);
    let shut = connection.shut.clone();
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(connection.clone());
        router.call(request)
    });
    // Small messages are sent at once. Where that cannot be asked for they come a little later.
    let _set = stream.set_nodelay(true);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(Unread::new(stream, READ_TIME)), service)
        .with_upgrades();
    tokio::select! {
        // A client that sends nonsense or goes away is no trouble of ours.
        _ended = served => {}
        () = shut.notified() => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V6(Ipv6Addr::LOCALHOST);

    fn guest(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn connections(most: usize) -> Arc<Connections> {
        Arc::new(Connections {
            open: Mutex::default(),
            most,
        })
    }

    fn is_open(connection: &Connection) -> bool {
        connection.all.open().all.contains_key(&connection.number)
    }

    #[test]
    fn whoever_opens_many_and_says_nothing_loses_the_oldest() {
        let all = connections(1_000);
        let other = all.enter(guest(2), HERE).expect("there is room");
        let opened: Vec<Connection> = (0..MOST_WAITING + 2)
            .map(|_| all.enter(guest(1), HERE).expect("there is room"))
            .collect();
        let open: Vec<bool> = opened.iter().map(is_open).collect();
        assert_eq!(open[..3], [false, false, true]);
        assert!(is_open(&other));
    }

    #[test]
    fn pages_at_tables_are_not_closed_for_others() {
        let all = connections(1_000);
        let seated: Vec<Connection> = (0..MOST_OF_ADDRESS)
            .map(|_| {
                let page = all.enter(guest(1), HERE).expect("there is room");
                page.stay();
                page
            })
            .collect();
        assert!(all.enter(guest(1), HERE).is_none());
        assert!(all.enter(guest(2), HERE).is_some());
        assert!(seated.iter().all(is_open));
        drop(seated);
        assert!(all.enter(guest(1), HERE).is_some());
    }

    #[test]
    fn a_full_studio_takes_the_place_of_whoever_waits_the_longest() {
        let all = connections(2);
        let first = all.enter(guest(1), HERE).expect("there is room");
        let second = all.enter(guest(2), HERE).expect("there is room");
        first.begin();
        first.end();
        let third = all.enter(guest(3), HERE).expect("one waits");
        assert!(is_open(&first) && !is_open(&second) && is_open(&third));
        first.stay();
        third.stay();
        assert!(all.enter(guest(4), HERE).is_none());
    }

    #[test]
    fn so_many_requests_of_an_address_are_answered_at_once() {
        let all = connections(1_000);
        let enter = |peer| all.enter(peer, HERE).expect("there is room");
        let busy: Vec<Connection> = (0..MOST_BUSY).map(|_| enter(guest(1))).collect();
        assert!(busy.iter().all(Connection::begin));
        let more = enter(guest(1));
        assert!(!more.begin());
        assert!(enter(guest(2)).begin());
        busy[0].end();
        assert!(more.begin());
    }

    #[tokio::test]
    async fn whoever_reads_nothing_of_an_answer_is_let_go() {
        use axum::routing::get;
        use tokio::io::AsyncWriteExt;
        let router = Router::new().route("/", get(|| async { vec![b'x'; 64 << 20] }));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let all = connections(10);
        let serving = tokio::spawn(serve(listener, router, all.clone()));
        let mut rude = TcpStream::connect(address).await.expect("it listens");
        let request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";
        rude.write_all(request).await.expect("it hears");
        let is_empty = || all.open().all.is_empty();
        while is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let gone = async {
            while !is_empty() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let gone = tokio::time::timeout(Duration::from_secs(30), gone).await;
        assert!(gone.is_ok(), "it still has its place");
        serving.abort();
    }

    #[test]
    fn addresses_of_one_network_are_one() {
        let of = |text: &str| network(text.parse().expect("an address"));
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
    }
}
