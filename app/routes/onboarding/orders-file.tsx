/** A file of orders: uploaded, reviewed and imported without leaving the step. */
import { lackingFields } from '#app/domain/imports/file-columns.ts'
import { countKind, importLimits } from '#app/domain/imports/import-kinds.ts'
import { sampleWords } from '#app/domain/imports/sample-words.ts'
import type { OneImport } from '#app/presenters/import-preview.server.ts'
import { ColumnChoice } from '#app/ui/forms/import-columns.tsx'
import { DownloadLink } from '#app/ui/links/download-link.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FileInput } from '#app/ui/forms/file-input.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'

export type WaitingFile = Pick<
  OneImport,
  'uuid' | 'fileName' | 'head' | 'columns' | 'counts' | 'samples' | 'language' | 'direction'
>

export const OrdersUpload = () => (
  <div className="step__form">
    <ol className="stack gap-8 bullets">
      <li>In your shop’s admin, open Orders and choose Export.</li>
      <li>Save the file as CSV. You don’t need to rename any columns.</li>
      <li>Choose the file here. You’ll review it before anything is imported.</li>
    </ol>
    <ActionForm
      action="Review file"
      to="/onboarding/orders"
      className="step__form at-start"
      tone="primary"
      hasFile
    >
      {(answer) => (
        <FileInput
          name="file"
          label="CSV file"
          accept=".csv,text/csv"
          maxBytes={importLimits.maxBytes}
          helpText={`Up to ${String(importLimits.maxBytes / 1024 / 1024)} MB and ${formatCount(importLimits.maxRows)} rows. The first row must contain column names.`}
          answer={answer}
        />
      )}
    </ActionForm>
    <p className="step__text">
      To see which columns we recognize, download the{' '}
      <DownloadLink to="/data-feeds/imports/sample?kind=purchase">sample file</DownloadLink>.
    </p>
  </div>
)

/** Whether all columns that a purchase needs are assigned, and the date format is known. */
export const isFileRead = ({ head }: WaitingFile) =>
  lackingFields('purchase', head.places).length === 0 &&
  !(head.dayOrder.isOpen && head.dayOrder.choice === null)

/** "orders.csv: 15 purchases ready to import". */
export const nameFile = (file: WaitingFile) =>
  `${file.fileName}: ${isFileRead(file) ? describeFresh(file.counts) : 'choose its columns'}`

type FileReviewProps = {
  file: WaitingFile
  /** It is what the step waits for. */
  isNext: boolean
}

export function FileReview({ file, isNext }: FileReviewProps) {
  const { uuid, head, columns, counts, samples, language, direction } = file
  const to = `/data-feeds/imports/${uuid}`
  const isRead = isFileRead(file)
  const skipped = isRead ? describeSkipped(counts) : ''

  return (
    <>
      {!isRead && <ColumnChoice {...{ head, columns, to }} kind="purchase" mayChange />}
      {isRead && samples.length > 0 && (
        <ul
          className="order-samples stack gap-8 break-anywhere plain-list"
          aria-label="As visitors would see it"
        >
          {samples.map(({ line, title, text, state }) => (
            <li key={line}>
              <span lang={language} dir={direction}>
                {title} {text}
              </span>
              {state !== 'live' && <span className="step__text"> {sampleWords[state]}</span>}
            </li>
          ))}
        </ul>
      )}
      {skipped !== '' && (
        <p className="step__text">
          Skipped: {skipped}.{' '}
          {counts.faulty > 0 && (
            <DownloadLink to={`${to}/faults`}>Download the rows with errors</DownloadLink>
          )}
        </p>
      )}
      <div className="row gap-20">
        {isRead && counts.fresh > 0 && (
          <ActionForm
            action={`Import ${countKind(counts.fresh, 'purchase')}`}
            to={to}
            hidden={{ intent: 'take' }}
            {...(isNext ? { tone: 'primary' as const } : {})}
          />
        )}
        <ActionForm action="Choose another file" to={to} hidden={{ intent: 'throw' }} />
      </div>
    </>
  )
}

const describeFresh = ({ fresh }: OneImport['counts']) =>
  fresh === 0 ? 'nothing to import' : `${countKind(fresh, 'purchase')} ready to import`

/** Leaves out what there is none of. */
const describeSkipped = ({ repeated, faulty, old }: OneImport['counts']) =>
  [
    repeated > 0 ? `${String(repeated)} already stored or repeated` : '',
    faulty > 0 ? `${String(faulty)} with errors` : '',
    old > 0 ? `${String(old)} older than two years` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
