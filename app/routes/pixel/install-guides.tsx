/** Installation guides by platform. Only those that work today. */
import { CopyCode } from '#app/ui/copy-code.tsx'

type Guide = { name: string; steps: readonly string[]; note?: string; isManaged?: boolean }

const guides: readonly Guide[] = [
  {
    name: 'Any site',
    steps: [
      'Open the template shared by all your pages.',
      'Paste the code just before </body>.',
      'Publish the pages.',
    ],
    note: 'If the code is on a page twice, it only loads once.',
  },
  {
    name: 'Shopify',
    steps: [
      'Go to Online Store, then Themes.',
      'Next to your theme, choose Edit code and open layout/theme.liquid.',
      'Paste the code just before </body> and save.',
    ],
    note: 'Shopify’s checkout isn’t part of your theme, so nudges don’t show there. Send orders through the REST API.',
  },
  {
    name: 'WordPress and WooCommerce',
    steps: [
      'Use a plugin that adds code to every page’s footer, or edit footer.php in your child theme.',
      'Paste the code just before </body> and save.',
      'Clear your page cache, if you use one.',
    ],
    note: 'Exclude this script from plugins that combine or delay scripts.',
  },
  {
    name: 'Wix',
    steps: [
      'Go to Settings, then Custom Code.',
      'Add the code to all pages, placed at the end of the body.',
      'Load it on each new page, and apply.',
    ],
    note: 'Wix requires a custom domain for this.',
  },
  {
    name: 'Google Tag Manager',
    steps: [
      'Create a new tag of type Custom HTML.',
      'Paste this tag manager code instead of the code above.',
      'Choose All Pages as the trigger, and publish.',
    ],
    note: 'Our page check can’t see code added by a tag manager. Watch the pixel status above instead.',
    isManaged: true,
  },
]

type InstallGuidesProps = { managedCode: string }

export const InstallGuides = ({ managedCode }: InstallGuidesProps) => (
  <div className="guides">
    {guides.map(({ name, steps, note, isManaged }) => (
      <details key={name} className="guide">
        <summary className="guide__name">{name}</summary>
        <div className="guide__body">
          <ol className="guide__steps">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {isManaged && <CopyCode code={managedCode} name="code for tag managers" />}
          {note !== undefined && <p className="pixel-note">{note}</p>}
        </div>
      </details>
    ))}
  </div>
)
