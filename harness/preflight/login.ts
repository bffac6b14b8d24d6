/** How to give credentials; the words are those of the command line. */
export const basicLogin = '--basic env:VARIABLE (it holds user:password)';
export const bearerLogin = '--bearer env:VARIABLE (it holds the token)';
