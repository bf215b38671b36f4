/** The checks of a nudge as its editor has it now. Safe in the browser. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import { buildLadder, type LadderReason, type LadderStep, type LadderSubject } from './ladder.ts'

type EditedNudge = Pick<
  LadderSubject,
  'uuid' | 'surface' | 'state' | 'isArchived' | 'isSitePaused' | 'holdout' | 'arm'
> & {
  usage: LadderSubject['plan']
  why: { shown: number; rows: readonly LadderReason[] } | null
}

type EditedPreview = { payload: PixelPayload | null; example: PixelPayload | null; empty: string }

export function buildEditorLadder(
  { uuid, surface, state, isArchived, isSitePaused, holdout, arm, usage, why }: EditedNudge,
  { payload, example, empty }: EditedPreview,
): LadderStep[] {
  // Without data, the example has the settings.
  const nudge = payload?.nudges[0] ?? example?.nudges[0]
  return buildLadder({
    uuid,
    surface,
    state,
    isArchived,
    isSitePaused,
    holdout,
    arm,
    items: payload?.nudges[0]?.items.length ?? 0,
    empty,
    isIncomplete: payload === null,
    rules: nudge?.rules ?? {},
    hasPlacement: nudge?.placement !== undefined,
    layout: nudge?.look?.layout,
    plan: usage,
    seen: why && { shown: why.shown, reasons: why.rows },
  })
}
