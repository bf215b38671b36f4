import { productName } from '#app/lib/product.ts'
import { embedHandle } from '#app/contract/theme-blocks.ts'
import { ThemeBlockLink } from '#app/ui/links/theme-block-link.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** For the site of a Shopify shop, whose theme has a switch instead of code. */
export const EmbedPanel = ({ url }: { url: string }) => (
  <Panel>
    <h2 className="part-title">Turn on {productName} in your theme</h2>
    <p className="part-lead">
      The theme editor opens with the app embed turned on. Click Save there. Do it again after you
      publish another theme.
    </p>
    <ThemeBlockLink url={url} label="Open theme editor" handle={embedHandle} />
  </Panel>
)
