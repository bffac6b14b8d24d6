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
  const noTime = !m[2] || (bug('midnight-end-becomes-end-of-day') && endOfDay && `${m[2]}:${m[3] || '00'}` === '00:00:00');
  const time = !noTime ? `${m[2]}:${m[3] || '00'}` : (endOfDay ? '23:59:59' : '00:00:00');
  const wall = `${m[1]} ${time}`;
  const parsed = moment.utc(wall, FORMAT, true);
  if (!parsed.isValid() || parsed.format(FORMAT) !== wall) return null;
  if (!m[4]) return wall;
  const at = moment.parseZone(`${wall}${m[4] === 'Z' ? '+00:00' : m[4]}`, `${FORMAT}Z`).tz(tz);
  const shifted = at.format(FORMAT);
  return /^\d{4}-/.test(shifted) ? shifted : null;
}
function toUtc(wall, tz) {
  return moment.tz(wall, FORMAT, tz).utc().format(FORMAT);
}
const fromUtc = (utc, tz) => moment.utc(utc, FORMAT).tz(tz).format(FORMAT);
const now = () => moment.utc().format(FORMAT);
const isZone = (name) => Boolean(moment.tz.zone(name));
module.exports = { moment, SITE_TZ, FORMAT, parseWall, toUtc, fromUtc, now, isZone };
