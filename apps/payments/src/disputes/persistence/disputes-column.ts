/** The disputes of a payment `i`, in the order of their arrival, as part of a statement that reads payments. */
export const disputesColumn = `
  coalesce((SELECT json_agg(json_build_object('shown', d.shown, 'taken', d.taken) ORDER BY d.created_at, d.dispute_id)
            FROM disputes d WHERE d.merchant_id = i.merchant_id AND d.payment_id = i.payment_id), '[]') AS disputes`;
