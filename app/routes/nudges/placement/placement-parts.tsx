/** Help to place an inline nudge, with a script: loaded after the screen. */
import type { NudgeType } from '#app/contract/nudges.ts'
import { blockHandle, blockSelector } from '#app/contract/theme-blocks.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { ThemeBlockLink } from '#app/ui/links/theme-block-link.tsx'

export { PointAtPlace } from './point-at-place.tsx'

export const ThemeBlock = ({ type, url }: { type: NudgeType; url: string }) => (
  <>
    <p className="muted prose break-anywhere">
      Or in your theme editor, add this nudge’s block where you want it, for example below the
      price. Its selector is <code>{blockSelector(type)}</code>, and the nudge goes inside, at the
      end.
    </p>
    <ThemeBlockLink url={url} label="Add block in theme editor" handle={blockHandle(type)} />
  </>
)

export const Placeholder = ({ uuid }: { uuid: string }) => (
  <>
    <p className="muted prose break-anywhere">
      Or create a placeholder: add this to your page and use <code>{`[data-nudge="${uuid}"]`}</code>{' '}
      as the selector.
    </p>
    <CopyCode code={`<div data-nudge="${uuid}"></div>`} name="placeholder for your page" />
  </>
)
