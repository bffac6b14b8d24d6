import { expect, test } from 'vitest';
import { toRerunCommand } from '../../reports/rerun-command.js';
import { endWith, reportOf } from './sample-run.js';

test('judges what was selected, and nothing else', () => {
  const whole = toRerunCommand(reportOf(endWith([])));
  expect(whole).not.toMatch(/--only|--skip/);
  const part = toRerunCommand(reportOf(endWith([]), { only: ['tags', 'events.list'], skip: ['tags.delete'] }));
  expect(part).toMatch(/ --only '?tags,events\.list'? --skip '?tags\.delete'? /);
});
