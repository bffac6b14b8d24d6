//! A calendar server in memory; BUG plants one mistake, VARIANT one other way to conform.
mod api;
mod config;
mod model;

use api::{Rq, Rs};
use std::io::{Read, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Mutex};

const LIMIT: u64 = 8 << 20;

fn reason(s: u16) -> &'static str {
    match s {
        200 => "OK", 201 => "Created", 204 => "No Content", 304 => "Not Modified", 400 => "Bad Request", 401 => "Unauthorized",
        403 => "Forbidden", 404 => "Not Found", 405 => "Method Not Allowed", 409 => "Conflict", 410 => "Gone",
        412 => "Precondition Failed", 413 => "Content Too Large", 415 => "Unsupported Media Type", 422 => "Unprocessable Content",
        _ => "Internal Server Error",
    }
}

fn write(rs: Rs, head: bool) -> Vec<u8> {
    let mut out = format!("HTTP/1.1 {} {}\r\n", rs.status, reason(rs.status));
    out += &format!("Date: {}\r\n", chrono::Utc::now().format("%a, %d %b %Y %H:%M:%S GMT"));
    for (n, v) in &rs.headers {
        out += &format!("{n}: {}\r\n", v.replace(['\r', '\n'], " "));
    }
    if rs.status != 204 && rs.status != 304 {
        out += &format!("Content-Length: {}\r\n", rs.body.len());
    }
    out += "\r\n";
    let mut out = out.into_bytes();
    if !head && rs.status != 204 && rs.status != 304 {
        out.extend(rs.body);
    }
    out
}

fn main() {
    config::init();
    let server = match tiny_http::Server::http(("127.0.0.1", config::cfg().port)) {
        Ok(s) => Arc::new(s),
        Err(e) => {
            eprintln!("cannot listen: {e}");
            std::process::exit(1)
        }
    };
    println!("listening on http://127.0.0.1:{}{}", config::cfg().port, api::NS);
    let _ = std::io::stdout().flush();
    let store = Arc::new(Mutex::new(model::Store::default()));
    let mut all = vec![];
    for _ in 0..8 {
        let (server, store) = (server.clone(), store.clone());
        all.push(std::thread::spawn(move || loop {
            let Ok(mut r) = server.recv() else { continue };
            let mut body = vec![];
            let too_big = match r.as_reader().take(LIMIT + 1).read_to_end(&mut body) {
                Ok(n) => n as u64 > LIMIT,
                Err(_) => continue,
            };
            let url = r.url().to_string();
            // a request may name its target in absolute form
            let url = match url.strip_prefix("http://") {
                Some(rest) => rest.find('/').map_or("/".to_string(), |i| rest[i..].to_string()),
                None => url,
            };
            let (path, query) = url.split_once('?').unwrap_or((&url, ""));
            let rq = Rq {
                method: r.method().to_string(),
                path: path.to_string(),
                query: query.split('#').next().unwrap_or("").to_string(),
                headers: r.headers().iter().map(|h| (h.field.to_string(), h.value.to_string())).collect(),
                body,
            };
            let rs = if too_big {
                Rs { status: 413, headers: vec![], body: vec![] }
            } else {
                let done = catch_unwind(AssertUnwindSafe(|| {
                    let mut st = store.lock().unwrap_or_else(|e| e.into_inner());
                    api::serve(&mut st, &rq)
                }));
                done.unwrap_or(Rs { status: 500, headers: vec![], body: vec![] })
            };
            let bytes = write(rs, rq.method == "HEAD");
            let mut w = r.into_writer();
            let _ = w.write_all(&bytes);
            let _ = w.flush();
        }));
    }
    for t in all {
        let _ = t.join();
    }
}
