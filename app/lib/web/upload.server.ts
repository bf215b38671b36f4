/** The one way to read a form with a file in it. */
import { Refusal } from '../errors.ts'

export type Upload = {
  /** The form's hidden field of that name; null when it has none. */
  intent: string | null
  /** The form's other fields that hold text; of several with one name the last. */
  fields: Readonly<Record<string, string>>
  /** As the browser says; empty when no file was chosen. */
  fileName: string
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
    fields: Object.fromEntries(
      [...form].flatMap(([field, value]) => (typeof value === 'string' ? [[field, value]] : [])),
    ),
    fileName: file instanceof File ? file.name : '',
    bytes: Buffer.from(file instanceof Blob ? await file.arrayBuffer() : new ArrayBuffer(0)),
  }
}
