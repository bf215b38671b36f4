import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Screen } from '#app/ui/screen.tsx'

type DirectScreenProps = { title: string; lead: string; children: ReactNode }

/** The screen of an integration that needs no connection. */
export const DirectScreen = ({ title, lead, children }: DirectScreenProps) => (
  <Screen title={title} lead={lead}>
    <div className="parts">
      {children}
      <p>
        <Link className="text-link" to="/integrations">
          All integrations
        </Link>
      </p>
    </div>
  </Screen>
)
