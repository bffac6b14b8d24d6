const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/** Passwords that are nearly right: each is right to whoever compares a part of them, or texts that are alike. */
export const nearPasswords = {
  'too long': (password: string) => `${password}x`,
  'too short': (password: string) => password.slice(0, -1),
  'in the opposite case': (password: string) => swapCase(password),
  'with a leading blank': (password: string) => ` ${password}`,
  'that is empty': () => '',
  'of the same number': (password: string) => String(Number(password) || 0),
} as const;
