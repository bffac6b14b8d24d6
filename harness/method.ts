const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a method only reads (RFC 9110 section 9.2.1; TRACE is not used). Methods are case-sensitive. */
export const isSafe = (method: string): boolean => safeMethods.includes(method);
