/** The scripts that are fetched when they are needed. */

/** Put in by the build. Each name carries its file's hash, so that the file may be kept for ever. */
declare const footfallShowing: string
declare const footfallFacts: string

/** All that shows: play/, card/. */
export const showingFile = footfallShowing
/** What only some pages and nudges ask for: facts/. */
export const factsFile = footfallFacts
