/**
 * Three letters for every month: British English, whose order of day and month we use, alone writes
 * "Sept".
 */
export const shortenMonth = (text: string): string => text.replace(/\bSept\b/, 'Sep')
