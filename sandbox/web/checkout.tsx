import { paymentMessages } from '../../shared/payments/messages.ts'
import { SANDBOX_METHODS } from '../cards.ts'
import { sandboxBuyerMessages } from '../messages.ts'

export { paymentTokenOf } from '../cards.ts'

export function SandboxNote() {
  const cards = SANDBOX_METHODS.filter(({ cardNumber }) => cardNumber !== null)
  return (
    <div className="mt-4 rounded-field bg-tint px-4 py-3 text-sm">
      <p className="font-medium">{paymentMessages.testMode}</p>
      <details className="mt-1">
        <summary className="min-h-6 cursor-pointer text-muted">{sandboxBuyerMessages.testCards}</summary>
        <table className="mt-2 w-full">
          <caption className="sr-only">{sandboxBuyerMessages.testCards}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{sandboxBuyerMessages.testCard}</th>
              <th scope="col">{sandboxBuyerMessages.testOutcome}</th>
            </tr>
          </thead>
          <tbody>
            {cards.map(({ id, cardNumber, plays }) => (
              <tr key={id} className="border-t border-line max-sm:grid max-sm:py-1.5">
                <th scope="row" className="pe-3 text-start font-mono font-normal sm:py-1.5">
                  {cardNumber?.replace(/(\d{4})(?=\d)/g, '$1 ')}
                </th>
                <td className="sm:py-1.5">{sandboxBuyerMessages.plays[plays]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
