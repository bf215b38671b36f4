import { useHost } from '#app/browser/host.ts'
import { Badge } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'

type Props = {
  /** The theme editor's. */
  url: string
  label: string
  /** The block's. */
  handle: string
}

/** Opens the theme editor, and says whether the block is in the theme where that is known. */
export function ThemeBlockLink({ url, label, handle }: Props) {
  const { admin } = useHost()
  return (
    <div className="row gap-8">
      <Button url={url} external>
        {label}
      </Button>
      <span role="status">
        {admin && (
          <admin.ThemeBlock handle={handle}>
            {(isOn) =>
              isOn !== null && (
                <Badge tone={isOn ? 'success' : 'attention'}>
                  {isOn ? 'On in your theme' : 'Off in your theme'}
                </Badge>
              )
            }
          </admin.ThemeBlock>
        )}
      </span>
    </div>
  )
}
