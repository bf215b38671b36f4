import { Badge, Button } from '@shopify/polaris'
import { useThemeBlock } from '#app/browser/theme-blocks.ts'

type Props = {
  /** The theme editor's. */
  url: string
  label: string
  /** The block's. */
  handle: string
}

/** Opens the theme editor, and says whether the block is in the theme where that is known. */
export function ThemeBlockLink({ url, label, handle }: Props) {
  const isOn = useThemeBlock(handle)
  return (
    <div className="theme-block">
      <Button url={url} external>
        {label}
      </Button>
      <span role="status">
        {isOn !== null && (
          <Badge tone={isOn ? 'success' : 'attention'}>
            {isOn ? 'On in your theme' : 'Off in your theme'}
          </Badge>
        )}
      </span>
    </div>
  )
}
