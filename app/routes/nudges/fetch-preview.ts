/** Requests a preview. On failure the previous preview stays. */
import type { EditorPreview } from './editor.server.ts'
import type { DraftPreview } from './preview.ts'

export async function fetchPreview(uuid: string, form: FormData): Promise<EditorPreview | null> {
  try {
    const answer = await fetch(`/nudges/${uuid}/preview`, { method: 'POST', body: form })
    return answer.ok ? ((await answer.json()) as DraftPreview).preview : null
  } catch {
    return null
  }
}
