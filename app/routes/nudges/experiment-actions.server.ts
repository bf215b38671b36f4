/** Starts and ends an experiment with the nudge. */
import { data, redirect } from '@remix-run/node'
import { canPublish } from '#app/domain/nudges/editing/publish.server.ts'
import { experimentKinds, isShare } from '#app/domain/nudges/experiments/experiment-choices.ts'
import {
  decideExperiment,
  startExperiment,
} from '#app/domain/nudges/experiments/experiments.server.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import type { EditorAction } from './editor-action.server.ts'

export async function beginExperiment({ services, siteContext, nudge, typed }: EditorAction) {
  const kind = experimentKinds.find((one) => one === typed['kind'])
  const share = Number(typed['share'])
  if (kind === undefined) return invalidFormResponse({ kind: ['Choose what to compare.'] }, typed)
  if (!isShare(share))
    return invalidFormResponse({ share: ['Choose the share of visitors for variant B.'] }, typed)
  if (kind === 'draft' && !(await canPublish(services, siteContext.scope, nudge))) {
    const sentence = 'This draft can’t be tested yet. See Publishing checks.'
    return invalidFormResponse({ kind: [sentence] }, typed)
  }

  const who = { nudge: nudge.uuid, userId: siteContext.account.id }
  await startExperiment(services, siteContext.scope, { ...who, kind, share })
  return data<Saved>({ saved: 'Experiment started' })
}

export async function endExperiment({ services, siteContext, nudge, typed }: EditorAction) {
  const { keep: named } = typed
  const keep = named === 'a' || named === 'b' ? named : null
  const who = { nudge: nudge.uuid, userId: siteContext.account.id }
  await decideExperiment(services, siteContext.scope, { ...who, keep })
  if (keep === 'b') {
    // Renders the fields again with what is published now, next to the result.
    return redirect(`/nudges/${nudge.uuid}?panel=proof&at=${String(services.now().getTime())}`)
  }
  return data<Saved>({ saved: 'Experiment ended. Everyone now sees the published version.' })
}
