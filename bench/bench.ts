import type { Line } from './line.ts'
import type { Tools } from './rounds.ts'

export type Settings = {
  rounds: number
  seconds: number
  /** Of the statistics. */
  events: number
  /** The most of the memory bench. */
  sites: number
  soakMinutes: number
}

export type Bench = (tools: Tools, settings: Settings) => Promise<Line[]>
