export * from './accounts.ts'
export * from './nudges.ts'
export * from './pixel-events.ts'
export * from './teams.ts'
