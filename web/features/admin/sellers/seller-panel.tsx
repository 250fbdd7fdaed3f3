import { sellerPath } from '../../../../shared/catalog/handles.ts'
import { dayOf, formatCalendarDay } from '../../../../shared/kernel/calendar.ts'
import { formatDay } from '../../../../shared/kernel/locale.ts'
import { adminSellerMessages } from '../../../../shared/sellers/admin-messages.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { factMessages } from '../../../../shared/sellers/messages.ts'
import type { AdminSeller, SellerFacts } from '../../../../shared/sellers/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { DocumentDownload } from '../../../session/export-button.tsx'
import { useCan } from '../../../session/use-rights.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { DetailPanel, type Details, Fact, Facts, PanelContent } from '../../../ui/list/detail-panel.tsx'
import { EmailAddress, LocalDate, StateDot, TwoLines } from '../../../ui/values.tsx'
import { daysText, freeFromText, placesText, priceText } from '../../delivery/method-words.ts'
import { type Decisions, decisionsOf } from './decisions.tsx'
import { documentPath, sellersApi } from './sellers-api.ts'

interface SellerPanelProps {
  sellerId: string
  details: Details
  /** False while sellers need no approval. */
  decisions: Decisions | false
}

/** A seller's declarations and document, with the decisions of an admin. */
export function SellerPanel({ sellerId, details, decisions }: SellerPanelProps) {
  const can = useCan()
  const result = sellersApi.useGetAdminSellerQuery(sellerId, { refetchOnMountOrArgChange: true })
  return (
    <DetailPanel
      heading={result.data?.name ?? adminSellerMessages.details}
      closeLabel={adminSellerMessages.close}
      details={details}
    >
      <PanelContent result={result} failure={(error) => failureText(error, shopErrors)}>
        {(seller) => (
          <div className="grid grid-cols-1 gap-6">
            <ApprovalState seller={seller} />
            {decisions && decisionsOf(seller).length > 0 && (
              <div className="flex flex-wrap gap-3">
                {decisionsOf(seller).map((decision) => (
                  <Button
                    key={decision}
                    size="small"
                    variant={decision === 'approve' ? 'primary' : decision === 'refuse' ? 'danger' : 'secondary'}
                    onClick={() => decisions.decide(seller, decision)}
                  >
                    {adminSellerMessages[decision]}
                  </Button>
                ))}
              </div>
            )}
            {decisions && <FailureNote {...decisions.failureOf(seller.seller_id)} />}
            <Declared seller={seller} />
            <div className="flex flex-wrap gap-2">
              {seller.may_sell && !seller.is_suspended && (
                <ButtonLink variant="secondary" size="small" to={sellerPath(seller.handle)}>
                  {adminSellerMessages.page}
                </ButtonLink>
              )}
              {can('products') && seller.may_sell && !seller.is_suspended && (
                <ButtonLink variant="secondary" size="small" to={`/admin/products?seller=${seller.seller_id}`}>
                  {adminSellerMessages.products}
                </ButtonLink>
              )}
            </div>
          </div>
        )}
      </PanelContent>
    </DetailPanel>
  )
}

function Declared({ seller }: { seller: AdminSeller }) {
  const { facts, message, email, asked_at } = seller
  const { names } = factMessages
  const { document, certified_at } = facts
  return (
    <Facts>
      <Fact term={names.kind}>{kindText(facts)}</Fact>
      <Fact term={names.legal_name}>{facts.legal_name}</Fact>
      <Fact term={names.legal_address}>
        {facts.legal_address && <span className="whitespace-pre-line">{facts.legal_address}</span>}
      </Fact>
      <Fact term={names.legal_phone}>{facts.legal_phone}</Fact>
      <Fact term={names.legal_email}>{facts.legal_email && <EmailAddress email={facts.legal_email} />}</Fact>
      <Fact term={names.register}>{[facts.register_name, facts.legal_number].filter(Boolean).join(', ')}</Fact>
      <Fact term={names.certified}>{certified_at && factMessages.certifiedAt({ date: formatDay(certified_at) })}</Fact>
      <Fact term={names.document}>
        {document && <DocumentDownload path={documentPath(seller.seller_id)} type={document.mimetype} />}
      </Fact>
      <Fact term={adminSellerMessages.account}>{email && <EmailAddress email={email} />}</Fact>
      {asked_at && (
        <Fact term={adminSellerMessages.asked}>
          <LocalDate at={asked_at} precise />
        </Fact>
      )}
      <Fact term={adminSellerMessages.deliveryOf}>
        <Methods methods={seller.delivery_methods} />
      </Fact>
      {message !== null && <Fact term={adminSellerMessages.lastReason}>{message}</Fact>}
    </Facts>
  )
}

function Methods({ methods }: { methods: AdminSeller['delivery_methods'] }) {
  if (!methods) return adminSellerMessages.freeEverywhere
  return (
    <ul className="grid gap-1.5">
      {methods.map((method) => (
        <li key={method.method_id}>
          <TwoLines
            first={method.active ? method.name : adminSellerMessages.methodOff(method)}
            second={[placesText(method), priceText(method), freeFromText(method), daysText(method)]
              .filter(Boolean)
              .join(' · ')}
          />
        </li>
      ))}
    </ul>
  )
}

export function kindText({ is_trader }: SellerFacts): string {
  if (is_trader === null) return adminSellerMessages.kindNotDeclared
  return is_trader ? factMessages.trader : factMessages.private
}

/** The state of a seller's approval, as a dot and words. */
export function ApprovalState({ seller }: { seller: AdminSeller }) {
  const { approval_state, is_suspended, may_sell, fix_by } = seller
  if (is_suspended) return <StateDot tone="danger">{adminSellerMessages.suspended}</StateDot>
  const closed = approval_state === 'draft' ? 'quiet' : 'danger'
  const tone = approval_state === 'asked' ? 'info' : may_sell ? 'good' : closed
  if (fix_by === null) return <StateDot tone={tone}>{factMessages.states[approval_state]}</StateDot>
  const isOverdue = fix_by < dayOf(new Date())
  return (
    <StateDot tone={isOverdue ? 'danger' : 'info'}>
      {isOverdue ? adminSellerMessages.overdue : adminSellerMessages.fixBy({ date: formatCalendarDay(fix_by) })}
    </StateDot>
  )
}
