import type { Line } from './report-line.ts'
import type { BenchTools } from './rounds.ts'

export type BenchSettings = {
  rounds: number
  seconds: number
  /** Of the statistics. */
  events: number
  /** The most of the memory bench. */
  sites: number
  soakMinutes: number
}

export type Bench = (tools: BenchTools, settings: BenchSettings) => Promise<Line[]>
