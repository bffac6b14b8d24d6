'use strict';
// All connections share one in-memory SQLite handle, so a reader must never look
// into the middle of a transaction: readers share, writers exclude.
class ReadWriteLock {
  constructor() { this.readers = 0; this.writing = false; this.queue = []; }
  acquire(write) {
    return new Promise((resolve) => { this.queue.push({ write, resolve }); this.pump(); });
  }
  pump() {
    while (this.queue.length) {
      const next = this.queue[0];
      if (this.writing || (next.write && this.readers)) return;
      this.queue.shift();
      if (next.write) this.writing = true; else this.readers += 1;
      next.resolve();
    }
  }
  async run(write, fn) {
    await this.acquire(write);
    try { return await fn(); } finally {
      if (write) this.writing = false; else this.readers -= 1;
      this.pump();
    }
  }
  read(fn) { return this.run(false, fn); }
  write(fn) { return this.run(true, fn); }
}
module.exports = new ReadWriteLock();
