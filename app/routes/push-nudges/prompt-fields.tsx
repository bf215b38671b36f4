/** Words, moment and place of the opt-in prompt. */
import { useState, type ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { PushPrompt } from '#app/contract/push-settings.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { PromptExample } from '#app/presenters/push/examples.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { CheckInput, TextInput } from '#app/ui/forms/fields.tsx'
import { NumberInput } from '#app/ui/forms/number-input.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { DownloadLink } from '#app/ui/links/download-link.tsx'
import { Details } from '#app/ui/details.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** How the site's worker gets onto its host. */
type ShopWorker = {
  /** The one line of the file. */
  code: string
  /** In words. */
  hosting: string
  /** The owner uploads it. */
  isFile: boolean
}

type PromptFieldsProps = {
  stored: PushPrompt
  examples: readonly PromptExample[]
  worker: ShopWorker
  /** The card with the current words. */
  preview: ReactNode
  /** Percentage of visitors in the site's holdout group. */
  holdout: number
  answer: FormResponse | undefined
}

export function PromptFields(props: PromptFieldsProps) {
  const { stored, examples, worker, preview, holdout, answer } = props
  const [used, setUsed] = useState<{ example: PromptExample | null; round: number }>({
    example: null,
    round: 0,
  })
  const part = useNotifyForm<HTMLDivElement>(used.round)
  const words = used.example ?? stored
  // Values of an example replace the ones that were sent.
  const shown = used.example && answer ? { ...answer, values: {} } : answer
  return (
    <div ref={part} className="parts">
      <Panel>
        <h2 className="part-title">Words</h2>
        <p className="part-lead">
          The card offers news, which campaigns send. Say what you’ll send and how often. Visitors
          agree to exactly these words, and we record them with each subscription.
        </p>
        <div key={used.round} className="form">
          <WordFields words={words} answer={shown} />
        </div>
        {preview}
        <Examples
          examples={examples}
          onUse={(example) => {
            setUsed({ example, round: used.round + 1 })
          }}
        />
      </Panel>
      <Panel>
        <h2 className="part-title">When and where</h2>
        <p className="part-lead">
          It’s a card first. The browser asks only after a visitor accepts, and never on the first
          page of a visit or at checkout.
          {holdout > 0 &&
            ` ${String(holdout)}% of visitors are in the holdout group and aren’t asked.`}
        </p>
        <MomentFields stored={stored} answer={answer} />
      </Panel>
      <WorkerFields stored={stored} worker={worker} answer={answer} />
    </div>
  )
}

type FieldsProps = Pick<PromptFieldsProps, 'answer'>

const WordFields = ({ words, answer }: FieldsProps & { words: PromptExample }) => (
  <>
    <TextInput
      name="title"
      label="Title"
      autoComplete="off"
      initial={words.title}
      helpText="Up to 60 characters."
      answer={answer}
    />
    <TextInput
      name="text"
      label="Text"
      autoComplete="off"
      lines={2}
      initial={words.text}
      helpText="Up to 200 characters."
      answer={answer}
    />
    <div className="columns gap-16">
      <TextInput
        name="accept"
        label="Button that accepts"
        autoComplete="off"
        initial={words.accept}
        answer={answer}
      />
      <TextInput
        name="notNow"
        label="Button that declines"
        autoComplete="off"
        initial={words.notNow}
        answer={answer}
      />
    </div>
  </>
)

type ExamplesProps = {
  examples: readonly PromptExample[]
  onUse: (example: PromptExample) => void
}

/** Without a script they can be read. */
function Examples({ examples, onUse }: ExamplesProps) {
  const isHydrated = useHydrated()
  return (
    <Details className="link-summary mt-16" summary="Examples">
      <ul className="stack gap-16 plain-list prose">
        {examples.map((example) => (
          <li key={example.title} className="stack gap-4 at-start">
            <p>
              <strong>{example.title}</strong> {example.text}
            </p>
            <p className="muted small">
              {example.accept} · {example.notNow}
            </p>
            {isHydrated && (
              <Button
                accessibilityLabel={`Use example: ${example.title}`}
                onClick={() => {
                  onUse(example)
                }}
              >
                Use example
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Details>
  )
}

const MomentFields = ({ stored, answer }: FieldsProps & Pick<PromptFieldsProps, 'stored'>) => (
  <div className="form">
    <div className="columns gap-16">
      <NumberInput
        name="views"
        label="From about page view"
        from={2}
        to={20}
        initial={stored.views}
        help="Pages that the tab had open before count, too."
        answer={answer}
      />
      <NumberInput
        name="seconds"
        label="After (seconds)"
        from={0}
        to={600}
        initial={stored.seconds}
        help="On that page."
        answer={answer}
      />
    </div>
    <TextInput
      name="pages"
      label="Only on pages that begin with"
      autoComplete="off"
      lines={2}
      placeholder="/blog"
      initial={stored.pages.join('\n')}
      helpText="Paths, one per line. Leave blank for all pages."
      answer={answer}
    />
    <NumberInput
      name="days"
      label="Ask again after (days)"
      from={7}
      to={365}
      initial={stored.days}
      help="Once a visitor has declined."
      answer={answer}
    />
  </div>
)

type WorkerFieldsProps = Pick<PromptFieldsProps, 'stored' | 'worker' | 'answer'>

/** Browsers run a worker of the site's host alone, so the file can't be ours. */
const WorkerFields = ({ stored, worker, answer }: WorkerFieldsProps) => (
  <Panel>
    <h2 className="part-title">Worker file</h2>
    <p className="part-lead">
      Browsers show messages with a script that your site serves. {worker.hosting}
    </p>
    {worker.isFile ? (
      <>
        <CopyCode code={worker.code} name="worker file" />
        <p className="mt-8 mb-16">
          <DownloadLink to="/push-nudges/worker-file" label="Download the worker file">
            Download file
          </DownloadLink>
        </p>
        <div className="form">
          <TextInput
            name="workerPath"
            label="Path of the file"
            autoComplete="off"
            initial={stored.workerPath}
            helpText="On your site, for example /footfall-push.js."
            answer={answer}
          />
          <CheckInput
            name="isShared"
            label="This is my site’s own service worker"
            helpText="We then use it as it is, and never register another one."
            isInitiallyChecked={stored.isShared}
            answer={answer}
          />
        </div>
      </>
    ) : (
      <input type="hidden" name="workerPath" value={stored.workerPath} />
    )}
  </Panel>
)
