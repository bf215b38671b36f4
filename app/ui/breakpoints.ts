/**
 * Widths of the window, in CSS pixels, at which layouts change. Style sheets write the numbers, as a
 * media query can't read a variable; tests/repository/breakpoints.test.ts refuses any other.
 */
export const breakpoints = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const

/** Heights of the window below which less stays in view while a screen scrolls. */
export const windowHeights = { short: 544, medium: 960 } as const
