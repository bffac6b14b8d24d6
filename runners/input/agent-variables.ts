import type { Environment } from './environment.js';

/** The variables that coding agents set for the commands that they run, each with the agent that sets it. */
export const agentVariables: Readonly<Record<string, string>> = {
  /** Proposed as the one variable for all agents, which name themselves in it: github.com/vercel/vercel, detect-agent. */
  AI_AGENT: 'an agent',
  CLAUDECODE: 'Claude Code',
  CURSOR_AGENT: 'Cursor',
  GEMINI_CLI: 'Gemini CLI',
  CODEX_SANDBOX: 'Codex',
  CODEX_CI: 'Codex',
  CODEX_THREAD_ID: 'Codex',
  COPILOT_CLI: 'GitHub Copilot CLI',
  OPENCODE: 'opencode',
  OPENCODE_CLIENT: 'opencode',
  CLINE_ACTIVE: 'Cline',
  AUGMENT_AGENT: 'Augment',
  ANTIGRAVITY_AGENT: 'Antigravity',
};

/** The variable by which an agent is seen to run this command; undefined where none is set, or to nothing. */
export const agentVariableIn = ({ variables }: Pick<Environment, 'variables'>): string | undefined =>
  Object.keys(agentVariables).find((name) => Boolean(variables[name]));
