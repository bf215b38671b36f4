/** A way in to something that `npm start` runs. */
export type Door = {
  name: string
  about: string
  url: string
  /** Absent: it opens without a login. */
  login?: { email: string; password: string; code: string | null }
}
