/** The text of the field with its chips and marks. It lies exactly below the field's own text. */
import { cutMessage, type Mark, type Piece } from './message-pieces.ts'

type MessageDrawingProps = { text: string; marks: readonly Mark[] }

export const MessageDrawing = ({ text, marks }: MessageDrawingProps) => (
  <div aria-hidden className="message-field__drawing" dir="auto">
    {cutMessage(text, marks).map(({ fact, start, pieces }) =>
      fact === null ? (
        <Pieces key={start} pieces={pieces} />
      ) : (
        <span key={start} className="message-field__chip">
          <Pieces pieces={pieces} />
        </span>
      ),
    )}
    {/* A line that is still empty has its height. */}
    {'\u200B'}
  </div>
)

const Pieces = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ text, kind, mark }, place) => (
    <span key={place} className={classOf(kind, mark)}>
      {text}
    </span>
  ))

const classOf = (kind: Piece['kind'], mark: Piece['mark']) =>
  [
    ...(kind === 'edge' ? ['message-field__edge'] : kind === 'fallback' ? ['muted'] : []),
    ...(mark === null ? [] : [`message-field__mark message-field__mark--${mark}`]),
  ].join(' ') || undefined
