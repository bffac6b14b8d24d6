'use strict';
const moment = require('moment-timezone');
const { bug } = require('./switches');
const SITE_TZ = 'Europe/Amsterdam';
const FORMAT = 'YYYY-MM-DD HH:mm:ss';
const SHAPE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Reads a date or date-time as wall-clock time of `tz`; null when it is none. */
function parseWall(value, tz, endOfDay = false) {
  const m = SHAPE.exec(value);
  if (!m) return null;
  const time = m[2] ? `${m[2]}:${m[3] || '00'}` : (endOfDay ? '23:59:59' : '00:00:00');
  const wall = `${m[1]} ${time}`;
  const parsed = moment.utc(wall, FORMAT, true);
  if (!parsed.isValid() || parsed.format(FORMAT) !== wall) return null;
  if (!m[4]) return wall;
  const at = moment.parseZone(`${wall}${m[4] === 'Z' ? '+00:00' : m[4]}`, `${FORMAT}Z`).tz(tz);
  const shifted = at.format(FORMAT);
  return /^\d{4}-/.test(shifted) ? shifted : null;
}
function toUtc(wall, tz) {
  if (bug('utc-ignores-summer-time')) {
    const january = moment.tz(`${wall.slice(0, 4)}-01-01 12:00:00`, FORMAT, tz).utcOffset();
    return moment.utc(wall, FORMAT).subtract(january, 'minutes').format(FORMAT);
  }
  return moment.tz(wall, FORMAT, tz).utc().format(FORMAT);
}
const fromUtc = (utc, tz) => moment.utc(utc, FORMAT).tz(tz).format(FORMAT);
const now = () => moment.utc().format(FORMAT);
const iso = (wall, tz) => moment.tz(wall, FORMAT, tz).format('YYYY-MM-DDTHH:mm:ssZ');
const isZone = (name) => Boolean(moment.tz.zone(name));
module.exports = { moment, SITE_TZ, FORMAT, parseWall, toUtc, fromUtc, now, iso, isZone };
