import type { Line } from './report-line.ts'
import type { BenchTools } from './rounds.ts'

export type BenchSettings = {
  rounds: number
  seconds: number
  /** For the statistics bench. */
  events: number
  /** For the memory bench: the largest number. */
  sites: number
  soakMinutes: number
  /** Subscribers of the campaign of push messages. */
  subscribers: number
  /** For the recovery of a log. */
  logMegabytes: number
}

export type Bench = (tools: BenchTools, settings: BenchSettings) => Promise<Line[]>
