import type { TargetProfile } from '../target/profile.js';
import { indent, LABEL, labelled, wrap } from '../harness/reports/columns.js';
import { plural } from '../harness/reports/layout.js';
import type { Setting } from '../harness/reports/palette.js';
import { toShardText } from '../harness/shard.js';
import { version } from '../harness/version.js';
import { toIdentityLines } from './identities/told.js';
import type { Found } from './find-calendar.js';
import { toLearnedLine } from './learned.js';
import type { Run } from './run.js';

type Introduced = Pick<Run, 'options' | 'target' | 'planned' | 'selected'> & Found;

/** What is about to be judged, and how. */
export function toIntroLines(
  { options, target, planned, selected, warnings }: Introduced,
  setting: Setting,
): readonly string[] {
  const { origin, root, namespace } = target.address;
  const { palette } = setting;
  const name = target.name === undefined ? '' : ` (${target.name})`;
  const { mode, effort, seed, sources } = options;
  const profiles = [...new Set(selected.map(({ profile }) => profile))];
  const { shard } = options;
  const part = shard ? `; shard ${toShardText(shard)} of ${plural(planned.length, 'requirement')}` : '';
  return [
    ...wrap(`calproof ${version} judges ${origin}${root}/${namespace}${name}`, setting.width).map(palette.strong),
    '',
    ...(sources.length > 0 ? row('Settings', sources.join(', '), setting) : []),
    ...row('Mode', modes[mode], setting),
    ...row(
      'Judged',
      `${plural(selected.length, 'requirement')} of ${profiles.join(', ')}; effort ${effort}${part}`,
      setting,
    ),
    ...row('Seed', String(seed), setting),
    ...warnings.flatMap((warning) => row('Warning', warning, setting)),
  ];
}

const modes = {
  readonly: 'readonly: nothing is written (--mode sandbox judges writes too)',
  sandbox: 'sandbox: writes, and deletes what it wrote',
} as const;

/** What was learned of the target before the first requirement. */
export const toLearnedLines = (profile: TargetProfile, setting: Setting): readonly string[] => [
  ...row('Target', toLearnedLine(profile), setting),
  ...toIdentityLines(profile).flatMap((line) => row('Asking', line, setting)),
  '',
];

const row = (label: string, text: string, { width }: Setting): readonly string[] =>
  indent(labelled(label, wrap(text, width - LABEL - 2)), 2);
