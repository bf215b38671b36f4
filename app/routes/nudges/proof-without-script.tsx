/**
 * The panel of experiments and versions for browsers without scripts. Only the server renders it.
 * Testing the targeting isn't part of it: the pixel's own code does that, in the browser.
 */
import { useActionData } from '@remix-run/react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ExperimentPanel } from './experiment-panel.tsx'
import type { Loaded } from './nudge.tsx'
import { Versions } from './versions.tsx'

export function ProofWithoutScript({ loaded }: { loaded: Loaded }) {
  const { versions, version, now, mayEdit } = loaded
  // Forms here expect the answer of a fetch.
  const answer = useActionData<Partial<FormResponse>>()
  const errors = Object.values(answer?.errors ?? {}).flat()
  return (
    <>
      {errors.length > 0 && <p role="alert">{errors.join(' ')}</p>}
      <ExperimentPanel loaded={loaded} />
      {versions.length > 0 && <Versions {...{ versions, now, mayEdit }} current={version} />}
    </>
  )
}
