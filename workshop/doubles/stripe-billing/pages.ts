/** Pages for people: the checkout, a receipt, and an invoice as a PDF. */
import type { InvoiceRow, SessionRow } from './rows.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

export const htmlPage = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
  body { max-width: 32rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
  button { font: inherit; padding: .5rem 1rem; margin: 0 .25rem .5rem 0 }
</style>
<h1>${escaped(title)}</h1>
${body}
</html>`

export const checkoutPage = (session: SessionRow, isDeclined: boolean) =>
  htmlPage(
    'Checkout',
    `${isDeclined ? '<p role="alert">Your card was declined.</p>' : ''}
<ul>${session.line_items.data
      .map(
        ({ description, quantity, amount_total: amount }) =>
          `<li>${String(quantity)} × ${escaped(description)}: ${dollars(amount)}</li>`,
      )
      .join('')}</ul>
<form method="post">
<button name="choice" value="pay">Pay ${dollars(session.amount_total)}</button>
<button name="choice" value="decline">Pay with a card that is declined</button>
<button name="choice" value="cancel">Back</button>
</form>`,
  )

/** The shortest document that readers open, with the number and the total. */
export function invoicePdf({ number, total, status }: InvoiceRow): Buffer {
  const text = `Invoice ${number ?? ''}, total ${dollars(total)}, ${status}`
  const content = `BT /F1 18 Tf 72 720 Td (${text.replaceAll(/[()\\]/g, '')}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${String(content.length)}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${String(index + 1)} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = String(objects.length + 1)
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${String(file.length)}\n%%EOF\n`,
    'latin1',
  )
}
