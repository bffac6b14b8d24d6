'use strict';
const current = { bug: process.env.BUG || '', variant: process.env.VARIANT || '' };
exports.bug = (id) => current.bug === id;
exports.variant = (id) => current.variant === id;
