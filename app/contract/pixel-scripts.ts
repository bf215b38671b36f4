/**
 * Which scripts of the pixel fit together. A page may hold a core of yesterday for a day and ask for
 * parts of its day; it gets today's, as long as both have the same border
 * (tests/repository/pixel-border.test.ts lists its names).
 */

/** Raised when a name at the border is renamed or removed, or changes its meaning. */
export const borderVersion = 7
