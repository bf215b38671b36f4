/** Installation guides by platform. Only those that work today. */
import { CopyCode } from '#app/ui/copy-code.tsx'

type Guide = { name: string; steps: readonly string[]; note?: string; isManaged?: boolean }

const guides: readonly Guide[] = [
  {
    name: 'Any site',
    steps: [
      'Open the template that all pages are made from.',
      'Paste the code just before </body>.',
      'Publish the pages.',
    ],
    note: 'A page that has the code twice loads it once.',
  },
  {
    name: 'Shopify',
    steps: [
      'Go to Online Store, then Themes.',
      'At your theme choose Edit code, and open layout/theme.liquid.',
      'Paste the code just before </body> and save.',
    ],
    note: 'Shopify’s checkout is no part of the theme: nothing is shown there. Orders come by the REST API.',
  },
  {
    name: 'WordPress and WooCommerce',
    steps: [
      'Open a plugin that adds code to the footer of all pages, or footer.php of your child theme.',
      'Paste the code just before </body> and save.',
      'Clear the cache of pages, if you have one.',
    ],
    note: 'Plugins that put scripts together or delay them must leave this one out.',
  },
  {
    name: 'Wix',
    steps: [
      'Go to Settings, then Custom Code.',
      'Add the code to all pages, placed at the end of the body.',
      'Load it on each new page, and apply.',
    ],
    note: 'Wix offers this on sites with a domain of their own.',
  },
  {
    name: 'Google Tag Manager',
    steps: [
      'Make a new tag of the kind Custom HTML.',
      'Paste this code, which fits tag managers, instead of the one above.',
      'Choose All Pages as the trigger, and publish.',
    ],
    note: 'The check below reads the page as it is sent and can’t see what a tag manager adds. What the pixel reports tells.',
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
