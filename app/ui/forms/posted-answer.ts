/** Answers to forms that the browser sent itself, because the page's script wasn't there yet. */
import { useActionData, useFetcher } from '@remix-run/react'
import { isSentBy, type FormMarks, type Posted } from '#app/lib/web/posted-form.ts'

type Sender = FormMarks | ((posted: FormMarks) => boolean)

/**
 * The answer of the screen's action to this form, as a document. Undefined when the page wasn't loaded
 * by sending it, and once the person navigates.
 *
 * @param sender the form's hidden fields, or whether the form with these fields is this one
 */
export function usePostedAnswer(sender: Sender): object | undefined {
  const given = useActionData<Posted>()
  if (!given?.posted) return undefined
  const isMine =
    typeof sender === 'function' ? sender(given.posted) : isSentBy(given.posted, sender)
  return isMine ? given : undefined
}

/** A fetcher that begins with such an answer. */
export function usePostedFetcher(hidden: FormMarks) {
  const fetcher = useFetcher<object>()
  const posted = usePostedAnswer(hidden)
  return posted === undefined || fetcher.data !== undefined ? fetcher : { ...fetcher, data: posted }
}
