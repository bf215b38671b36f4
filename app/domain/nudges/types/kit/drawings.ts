/** Line drawings that several types share, on a square of 24. */
export const drawings = {
  bag: 'M6 8h12l1 12H5zM9 10.5V7a3 3 0 0 1 6 0v3.5',
  person: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4 20c0-8 16-8 16 0',
  bubble: 'M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12h5',
  eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  lorry: 'M3 7h11v9H3zM14 10h4l3 3v3h-7M5 18a2 2 0 1 0 4 0M15 18a2 2 0 1 0 4 0',
} as const
