// Loaded before a server (with --expose-gc): prints how many KiB its heap holds after a collection, at each SIGUSR2.
process.on('SIGUSR2', () => {
  globalThis.gc();
  console.log(`heap ${Math.round(process.memoryUsage().heapUsed / 1024)} KiB`);
});
