/** The one way to read a form with a file in it. */
import { Refusal } from './errors.ts'

export type Upload = {
  /** The form's hidden field of that name; null when it has none. */
  intent: string | null
  /** Empty when no file was chosen. What it is, is for its bytes to say. */
  bytes: Buffer
}

/**
 * @param name of the file's field
 * @throws Refusal `malformed` when the body is no form
 */
export async function readUpload(request: Request, name: string): Promise<Upload> {
  const form = await request.formData().catch(() => {
    throw new Refusal('malformed', 'This form can not be read.')
  })
  const [intent, file] = [form.get('intent'), form.get(name)]
  return {
    intent: typeof intent === 'string' ? intent : null,
    bytes: Buffer.from(file instanceof Blob ? await file.arrayBuffer() : new ArrayBuffer(0)),
  }
}
