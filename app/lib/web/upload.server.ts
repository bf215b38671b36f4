/** The only way to read a form with a file. */
import { readFormData } from './forms.ts'

export type Upload = {
  /** Value of the form's hidden field `intent`; null without one. */
  intent: string | null
  /** The form's other text fields; the last value of a repeated name. */
  fields: Readonly<Record<string, string>>
  /** As sent by the browser; empty when no file was chosen. */
  fileName: string
  /** Empty when no file was chosen. Determine the type from these bytes only. */
  bytes: Buffer
}

/**
 * @param name of the file's field
 * @throws Refusal `unsupported_media_type` or `malformed` when the body isn't a form
 */
export async function readUpload(request: Request, name: string): Promise<Upload> {
  const form = await readFormData(request)
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
