/** The person's passkeys on the security screen. */
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import type { Passkey } from '#app/domain/accounts/passkeys/passkeys.server.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { ChangePasskey } from './change-passkey.tsx'
import type { loader } from '../security.tsx'

export function PasskeySection() {
  const { passkeys, isVerified } = useLoaderData<typeof loader>()
  const [openId, setOpenId] = useState<number | null>(null)

  return (
    <Panel>
      <h2 className="part-title">Passkeys</h2>
      <p className="part-lead">
        Log in with your fingerprint, face or device PIN instead of a password and code.
      </p>
      {passkeys.length > 0 && (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              isOpen={openId === passkey.id}
              onToggle={() => {
                setOpenId(openId === passkey.id ? null : passkey.id)
              }}
            />
          ))}
        </ul>
      )}
      {isVerified ? (
        <AddPasskey />
      ) : (
        <p className="part-lead">Confirm your email address to add passkeys.</p>
      )}
    </Panel>
  )
}

type RowProps = { passkey: Passkey; isOpen: boolean; onToggle: () => void }

function Row({ passkey, isOpen, onToggle }: RowProps) {
  const { now } = useLoaderData<typeof loader>()
  const { id, name, createdAt, lastUsedAt, isSynced } = passkey
  const panelId = `passkey-${String(id)}`

  return (
    <li className="rows__row">
      <div>
        <p className="strong">
          {name} {isSynced && <Badge>Synced</Badge>}
        </p>
        <p className="rows__detail">
          Added <RelativeTime at={createdAt} now={now} />,{' '}
          {lastUsedAt ? (
            <>
              used <RelativeTime at={lastUsedAt} now={now} />
            </>
          ) : (
            'never used'
          )}
        </p>
      </div>
      <Button
        onClick={onToggle}
        ariaExpanded={isOpen}
        ariaControls={panelId}
        accessibilityLabel={`Edit ${name}`}
      >
        Edit
      </Button>
      <div id={panelId} className="basis-full" hidden={!isOpen}>
        {isOpen && <ChangePasskey passkey={passkey} />}
      </div>
    </li>
  )
}
